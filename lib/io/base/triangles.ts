/**
 * A growing list of triangles.
 *
 * @module
 */

/** Collects triangles whose number is not known beforehand. */
export class TriangleList {
  #corners = new Uint32Array(3 * 256);
  #length = 0;

  /**
   * Adds a polygon as a fan around its first corner.
   *
   * @param corners Rows of the corners, at least `count` of them.
   * @param count Number of corners, at least 3.
   */
  addPolygon(corners: readonly number[], count: number): void {
    const needed = this.#length + 3 * (count - 2);
    if (needed > this.#corners.length) {
      const larger = new Uint32Array(Math.max(needed, 2 * this.#corners.length));
      larger.set(this.#corners);
      this.#corners = larger;
    }
    const first = corners[0] ?? 0;
    for (let corner = 2; corner < count; corner++) {
      this.#corners[this.#length] = first;
      this.#corners[this.#length + 1] = corners[corner - 1] ?? 0;
      this.#corners[this.#length + 2] = corners[corner] ?? 0;
      this.#length += 3;
    }
  }

  /** Returns the triangles, [triangles, 3]. */
  finish(): Uint32Array {
    return this.#corners.slice(0, this.#length);
  }
}
