/**
 * Coloring: one shader for points, cubes and triangles, and the colors that legends show.
 *
 * Colors are mixed as screens take them, so that the legend's gradient and the model agree.
 */
import { DoubleSide, GLSL3, ShaderMaterial, Vector2, Vector3 } from "three";

/** Quantities that colors can stand for, in the order in which the shader numbers them. */
export const MODES = ["rgb", "elevation", "intensity", "classification", "level", "plain"];

/** Colors from low to high. */
export const RAMP = [
  [54, 73, 168],
  [36, 137, 176],
  [66, 176, 122],
  [214, 200, 92],
  [233, 130, 72],
  [250, 236, 222],
];

/** Classes of the ASPRS LAS specification 1.4, R15, and the colors of this page. */
export const CLASSES = [
  ["never classified", [128, 128, 128]],
  ["unclassified", [170, 170, 170]],
  ["ground", [166, 124, 82]],
  ["low vegetation", [170, 205, 110]],
  ["medium vegetation", [105, 176, 80]],
  ["high vegetation", [46, 125, 60]],
  ["building", [222, 94, 72]],
  ["low point", [190, 60, 160]],
  ["key point", [240, 240, 240]],
  ["water", [66, 133, 220]],
  ["rail", [150, 110, 190]],
  ["road surface", [95, 100, 112]],
  ["overlap", [230, 200, 90]],
  ["wire guard", [255, 170, 60]],
  ["wire", [255, 140, 30]],
  ["tower", [205, 120, 220]],
  ["wire connector", [255, 210, 120]],
  ["bridge deck", [120, 170, 190]],
  ["high noise", [255, 70, 120]],
  ["other", [200, 210, 220]],
];

/** Colors of the levels of a tree, the root's first; deeper ones start again. */
export const LEVELS = [
  [233, 130, 72],
  [214, 200, 92],
  [66, 176, 122],
  [36, 137, 176],
  [112, 100, 214],
  [205, 100, 180],
  [230, 90, 90],
  [150, 200, 220],
];

/** Whether colors stand for numbers that the model has a name for. */
export function isColumn(mode) {
  return mode.startsWith("column:");
}

/** A color for style sheets. */
export function css([red, green, blue]) {
  return `rgb(${red} ${green} ${blue})`;
}

const VERTEX = `
uniform float pointSize;
uniform vec3 up;
out vec3 tint;
out vec3 place;
out float height;
out float strength;
out float kind;
#ifdef HAS_COLOR
in vec4 color;
#endif
#ifdef HAS_INTENSITY
in float _intensity;
#endif
#ifdef HAS_CLASSIFICATION
in float _classification;
#endif
#ifdef CUBES
in vec3 cell;
uniform vec3 edges;
flat out vec3 facing;
#endif

void main() {
  vec3 local = position;
  tint = vec3(0.55);
  strength = 0.0;
  kind = 0.0;
#ifdef CUBES
  // Of each pair of sides the one towards the camera: position has the sides at +1/2 alone.
  vec3 eye = (inverse(modelMatrix) * vec4(cameraPosition, 1.0)).xyz;
  vec3 toward = mix(vec3(-1.0), vec3(1.0), step(vec3(0.0), eye - cell * edges));
  local = (cell + position * toward) * edges;
  int axis = gl_VertexID / 6; // two triangles a side
  vec3 outward = vec3(0.0);
  outward[axis] = toward[axis];
  facing = (modelViewMatrix * vec4(outward, 0.0)).xyz;
#endif
#ifdef HAS_COLOR
  tint = color.rgb;
#endif
#ifdef HAS_INTENSITY
  strength = _intensity;
#endif
#ifdef HAS_CLASSIFICATION
  kind = _classification;
#endif
  height = dot((modelMatrix * vec4(local, 1.0)).xyz, up);
  vec4 seen = modelViewMatrix * vec4(local, 1.0);
  place = seen.xyz;
  gl_Position = projectionMatrix * seen;
  gl_PointSize = pointSize;
}`;

const FRAGMENT = `
uniform int mode;
uniform vec2 heights;
uniform vec2 strengths;
uniform vec3 ramp[${RAMP.length}];
uniform vec3 classes[${CLASSES.length}];
uniform vec3 levels[${LEVELS.length}];
uniform int level;
uniform float pointSize;
uniform vec3 up;
in vec3 tint;
in vec3 place;
in float height;
in float strength;
in float kind;
#ifdef CUBES
flat in vec3 facing;
#endif
out vec4 result;

vec3 screen(vec3 light) {
  vec3 bright = 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055;
  return mix(bright, light * 12.92, vec3(lessThanEqual(light, vec3(0.0031308))));
}

vec3 along(float value, vec2 range) {
  float share = clamp((value - range.x) / max(range.y - range.x, 1e-30), 0.0, 1.0);
  float spot = share * float(${RAMP.length - 1});
  int below = min(int(spot), ${RAMP.length - 2});
  return mix(ramp[below], ramp[below + 1], spot - float(below));
}

vec3 own() {
  if (mode == 0) return screen(tint);
  if (mode == 1) return along(height, heights);
  if (mode == 2) return along(strength, strengths);
  if (mode == 3) return classes[min(int(kind + 0.5), ${CLASSES.length - 1})];
  if (mode == 4) return levels[level % ${LEVELS.length}];
  return vec3(0.8, 0.78, 0.74);
}

void main() {
#ifdef POINTS
  if (pointSize > 3.0 && length(gl_PointCoord - 0.5) > 0.5) discard;
  result = vec4(own(), 1.0);
#else
#ifdef CUBES
  vec3 normal = facing;
#else
  vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
#endif
  vec3 top = normalize((viewMatrix * vec4(up, 0.0)).xyz);
  float sun = max(dot(normal, normalize(top + vec3(0.6, 0.3, 0.5))), 0.0);
  result = vec4(own() * (0.5 + 0.16 * dot(normal, top) + 0.42 * sun), 1.0);
#endif
}`;

/** The colors of everything in view. */
export class Paint {
  #shared = {
    mode: { value: 0 },
    pointSize: { value: 2 },
    up: { value: new Vector3(0, 0, 1) },
    heights: { value: new Vector2(0, 1) },
    strengths: { value: new Vector2(0, 65535) },
    ramp: { value: vectors(RAMP) },
    classes: { value: vectors(CLASSES.map(([, color]) => color)) },
    levels: { value: vectors(LEVELS) },
  };

  /** Quantity that colors stand for; columns have the place of intensities. */
  set mode(name) {
    this.#shared.mode.value = MODES.indexOf(isColumn(name) ? "intensity" : name);
  }

  /** Pixels of the screen that a point takes on each axis. */
  set pointSize(pixels) {
    this.#shared.pointSize.value = pixels;
  }

  /** The direction in which heights are measured. */
  get up() {
    return this.#shared.up.value;
  }

  /** From where to where heights go. */
  get heights() {
    return this.#shared.heights.value;
  }

  /** From where to where intensities go. */
  get strengths() {
    return this.#shared.strengths.value;
  }

  /** Makes a material for a geometry, of points, of cubes with the given edges or of triangles. */
  material(geometry, { points = false, edges, level = 0 } = {}) {
    const has = (name) => name in geometry.attributes;
    const defines = {
      ...(points ? { POINTS: 1 } : {}),
      ...(edges ? { CUBES: 1 } : {}),
      ...(has("color") ? { HAS_COLOR: 1 } : {}),
      ...(has("_intensity") ? { HAS_INTENSITY: 1 } : {}),
      ...(has("_classification") ? { HAS_CLASSIFICATION: 1 } : {}),
    };
    return new ShaderMaterial({
      glslVersion: GLSL3,
      defines,
      uniforms: { ...this.#shared, level: { value: level }, edges: { value: edges ?? null } },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      side: DoubleSide,
    });
  }
}

function vectors(colors) {
  return colors.map(([red, green, blue]) => new Vector3(red / 255, green / 255, blue / 255));
}
