/**
 * The panel beside the model: what it is, how it is colored, what is drawn.
 */
import { CLASSES, css, isColumn, LEVELS, RAMP } from "./paint.js";

const NAMES = {
  plain: "none",
  elevation: "elevation",
  intensity: "intensity",
  classification: "class",
  level: "level of detail",
};

const element = (id) => document.getElementById(id);

/** Finds the controls and calls back when the user changes one. */
export class Panel {
  #color = element("color");
  #facts = new Map();
  #legend = "";
  #names;

  constructor({ title, summary, kind, up, facts, columns = [] }) {
    const own = columns.map((name, n) => [`column:${n}`, name]);
    this.#names = { rgb: "as in the file", ...Object.fromEntries(own), ...NAMES };
    document.title = `${title} - denovdb`;
    element("title").textContent = title;
    element("kind").textContent = summary;
    element("up").value = up;
    for (const [name, value] of facts) this.fact(name, value);
    for (const part of document.querySelectorAll("form .points, form .tiles")) {
      part.classList.toggle("absent", kind !== "tiles");
    }
  }

  get mode() {
    return this.#color.value;
  }

  get up() {
    return element("up").value;
  }

  get pointSize() {
    return Number(element("size").value);
  }

  get errorTarget() {
    return Number(element("error").value);
  }

  /** Calls back when a control changes. */
  listen({ changed, reset }) {
    element("controls").addEventListener("input", ({ target }) => {
      const shown = document.querySelector(`output[for="${target.id}"]`);
      if (shown !== null) shown.textContent = `${target.value} px`;
      changed(target.id);
    });
    element("controls").addEventListener("submit", (event) => event.preventDefault());
    element("reset").addEventListener("click", reset);
  }

  /** Offers what the model can be colored by. */
  offer(attributes) {
    const order = Object.keys(this.#names);
    for (const name of order) {
      if (!attributes.has(name) || this.#color.querySelector(`[value="${name}"]`)) continue;
      const option = document.createElement("option");
      option.value = name;
      option.textContent = this.#names[name];
      this.#color.append(option);
    }
    const options = [...this.#color.options];
    const sorted = options.toSorted((a, b) => order.indexOf(a.value) - order.indexOf(b.value));
    if (sorted.every((option, at) => option === options[at])) return;
    const { value } = this.#color; // moving options would choose another one
    this.#color.append(...sorted);
    this.#color.value = value;
  }

  /** Shows a number under a name. */
  fact(name, value) {
    let shown = this.#facts.get(name);
    if (shown === undefined) {
      const term = document.createElement("dt");
      term.textContent = name;
      shown = document.createElement("dd");
      element("facts").append(term, shown);
      this.#facts.set(name, shown);
    }
    const text = typeof value === "number" ? value.toLocaleString("en-US") : value;
    if (shown.textContent !== text) shown.textContent = text;
  }

  /** Says what the colors mean: ends of a ramp, classes, or levels from 0 to `depth`. */
  legend({ mode, ends, classes, depth }) {
    const key = JSON.stringify([mode, ends, classes, depth]);
    if (key === this.#legend) return;
    this.#legend = key;
    const figure = element("legend");
    figure.replaceChildren();
    if (mode === "elevation" || mode === "intensity" || isColumn(mode)) {
      const ramp = document.createElement("div");
      ramp.className = "ramp";
      ramp.style.background = `linear-gradient(to right, ${RAMP.map(css).join(", ")})`;
      const labels = document.createElement("div");
      labels.className = "ends";
      for (const end of ends) labels.append(textOf("span", short(end)));
      figure.append(ramp, labels);
    } else if (mode === "classification") {
      figure.append(swatches(classes.map((one) => {
        const [name, color] = CLASSES[Math.min(one, CLASSES.length - 1)];
        return [`${one} ${name}`, color];
      })));
    } else if (mode === "level") {
      const levels = Array.from({ length: depth + 1 }, (_, level) => level);
      figure.append(swatches(levels.map((n) => [`level ${n}`, LEVELS[n % LEVELS.length]])));
    }
  }

  /** Says what went wrong. */
  problem(text) {
    element("problem").textContent = text;
    element("problem").hidden = false;
  }
}

function swatches(entries) {
  const list = document.createElement("ul");
  for (const [name, color] of entries) {
    const item = textOf("li", name);
    const swatch = document.createElement("i");
    swatch.style.background = css(color);
    item.prepend(swatch);
    list.append(item);
  }
  return list;
}

function textOf(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** A number in few digits. */
function short(value) {
  return value.toLocaleString("en-US", { maximumFractionDigits: Math.abs(value) < 10 ? 3 : 1 });
}
