// How does a sequence of pictures become a GIF? Each frame holds only the box that
// has changed; colours are those most used. Read menu.js next, which offers it.

const BITS = 7, COLOURS = 127; // and one for what stays as it was
const SAME = COLOURS;

/** Return a colour's place among 32,768. @param {Uint8ClampedArray} data @param {number} at */
function cell(data, at) {
  return ((data[at] >> 3) << 10) | ((data[at + 1] >> 3) << 5) | (data[at + 2] >> 3);
}

/** Return the colours that some pictures use most. @param {Uint8ClampedArray[]} pictures @returns {number[][]} */
export function palette(pictures) {
  /** @type {Map<number, {count: number, colour: number[]}>} */
  const found = new Map();
  for (const data of pictures)
    for (let at = 0; at < data.length; at += 4) {
      const each = found.get(cell(data, at));
      if (each) each.count++;
      else found.set(cell(data, at), { count: 1, colour: [data[at], data[at + 1], data[at + 2]] });
    }
  return [...found.values()].sort((a, b) => b.count - a.count).slice(0, COLOURS).map((each) => each.colour);
}

export class Gif {
  /** @param {number} width @param {number} height @param {number[][]} colours */
  constructor(width, height, colours) {
    this.width = width;
    this.height = height;
    this.colours = colours;
    /** @type {Int16Array} the palette's place for each of 32,768 colours; -1 if not yet sought */
    this.nearest = new Int16Array(1 << 15).fill(-1);
    /** @type {Uint8Array|null} */
    this.before = null;
    const table = Array.from({ length: 1 << BITS }, (_, at) => colours[at] ?? [0, 0, 0]).flat();
    const loop = [0x21, 0xff, 11, ..."NETSCAPE2.0"].map((each) => (typeof each === "string" ? each.charCodeAt(0) : each));
    /** @type {Uint8Array[]} */
    this.parts = [Uint8Array.from([
      ...[..."GIF89a"].map((letter) => letter.charCodeAt(0)), ...short(width), ...short(height), 0x80 | (BITS - 1), 0, 0,
      ...table, ...loop, 3, 1, 0, 0, 0,
    ])];
  }

  /** Add a frame that is shown for so many hundredths of a second.
   * @param {Uint8ClampedArray} data four bytes a pixel @param {number} delay */
  add(data, delay) {
    const pixels = this.indexed(data), { x, y, width, height } = this.changed(pixels);
    const box = new Uint8Array(width * height), { before } = this;
    for (let to = 0; to < box.length; to++) {
      const at = (y + Math.floor(to / width)) * this.width + x + (to % width);
      box[to] = before && before[at] === pixels[at] ? SAME : pixels[at];
    }
    this.before = pixels;
    this.parts.push(
      Uint8Array.from([0x21, 0xf9, 4, 5, ...short(delay), SAME, 0, 0x2c, ...[x, y, width, height].flatMap(short), 0, BITS]),
      blocks(packed(box)),
    );
  }

  /** @returns {Blob} */
  blob() {
    return new Blob(/** @type {BlobPart[]} */ ([...this.parts, Uint8Array.of(0x3b)]), { type: "image/gif" });
  }

  /** @param {Uint8ClampedArray} data */
  indexed(data) {
    const pixels = new Uint8Array(data.length / 4);
    for (let at = 0; at < pixels.length; at++) {
      const key = cell(data, 4 * at);
      if (this.nearest[key] < 0) this.nearest[key] = this.seek(data[4 * at], data[4 * at + 1], data[4 * at + 2]);
      pixels[at] = this.nearest[key];
    }
    return pixels;
  }

  /** @param {number} red @param {number} green @param {number} blue */
  seek(red, green, blue) {
    const away = this.colours.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
    return away.indexOf(Math.min(...away));
  }

  /** Return the box outside of which a frame is like the one before. @param {Uint8Array} pixels */
  changed(pixels) {
    const { width, height, before } = this;
    if (!before) return { x: 0, y: 0, width, height };
    let left = width, right = 0, top = height, bottom = 0;
    for (let at = 0; at < pixels.length; at++) {
      if (pixels[at] === before[at]) continue;
      const x = at % width, y = (at - x) / width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
    return left > right ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  }
}

/** @param {number} number */
function short(number) {
  return [number & 255, number >> 8];
}

/**
 * Compress pixels by the variant of LZW that GIF uses.
 * @param {Uint8Array} pixels
 */
function packed(pixels) {
  const clear = 1 << BITS, out = new Bits();
  /** @type {Map<number, number>} */
  let known = new Map();
  let next = clear + 2, size = BITS + 1, prefix = pixels[0];
  out.add(clear, size);
  for (let at = 1; at < pixels.length; at++) {
    const key = (prefix << 8) | pixels[at], found = known.get(key);
    if (found !== undefined) {
      prefix = found;
      continue;
    }
    out.add(prefix, size);
    prefix = pixels[at];
    if (next < 4096) {
      if (next === 1 << size) size++;
      known.set(key, next++);
      continue;
    }
    out.add(clear, size);
    known = new Map();
    next = clear + 2;
    size = BITS + 1;
  }
  out.add(prefix, size);
  if (next === 1 << size && size < 12) size++;
  out.add(clear + 1, size);
  return out.end();
}

/** Packs numbers of different sizes, the lowest bit first. */
class Bits {
  constructor() {
    this.bytes = new Uint8Array(1 << 12);
    this.length = this.held = this.count = 0;
  }

  /** @param {number} number @param {number} size */
  add(number, size) {
    this.held |= number << this.count;
    this.count += size;
    for (; this.count >= 8; this.count -= 8, this.held >>>= 8) this.push(this.held & 255);
  }

  /** @param {number} byte */
  push(byte) {
    if (this.length === this.bytes.length) {
      const more = new Uint8Array(2 * this.length);
      more.set(this.bytes);
      this.bytes = more;
    }
    this.bytes[this.length++] = byte;
  }

  end() {
    if (this.count) this.push(this.held & 255);
    return this.bytes.subarray(0, this.length);
  }
}

/** Return bytes in blocks of at most 255, each after its length, an empty one last. @param {Uint8Array} bytes */
function blocks(bytes) {
  const found = new Uint8Array(bytes.length + Math.ceil(bytes.length / 255) + 1);
  for (let from = 0, to = 0; from < bytes.length; from += 255) {
    const block = bytes.subarray(from, from + 255);
    found[to] = block.length;
    found.set(block, to + 1);
    to += block.length + 1;
  }
  return found;
}
