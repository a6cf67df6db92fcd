/** Reproducible random numbers: the generator sfc32, seeded by a text. */

export interface Random {
  /** Returns a random number from 0 up to, but excluding, 1. */
  uniform(): number
  between(least: number, most: number): number
  normal(mean: number, deviation: number): number
  exponential(mean: number): number
  /** Returns a random element of the non-empty list. */
  pick<T>(from: readonly T[]): T
}

/**
 * Returns a generator for `key`, such as `seed/resident/day`.
 * Values depend only on the key, so simulations start on any day.
 * The algorithm is sfc32 by Chris Doty-Humphrey (PractRand), in the public domain.
 * Its seed comes from bryc's cyrb128, also public domain (github.com/bryc/code, jshash/PRNGs.md).
 */
export function createRandom(key: string): Random {
  const uniform = sfc32(...cyrb128(key))
  const random: Random = {
    uniform,
    between: (least, most) => least + (most - least) * uniform(),
    // Box–Muller transform; 1 - u makes the logarithm's argument positive.
    normal: (mean, deviation) =>
      mean + deviation * Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    exponential: (mean) => -mean * Math.log(1 - uniform()),
    pick: <T>(from: readonly T[]) => from[Math.floor(uniform() * from.length)] as T,
  }
  return random
}

function sfc32(...seed: readonly [number, number, number, number]): () => number {
  let [a, b, c, d] = seed
  return () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 2 ** 32
  }
}

function cyrb128(text: string): [number, number, number, number] {
  let [h1, h2, h3, h4] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    h1 = h2 ^ Math.imul(h1 ^ code, 597399067)
    h2 = h3 ^ Math.imul(h2 ^ code, 2869860233)
    h3 = h4 ^ Math.imul(h3 ^ code, 951274213)
    h4 = h1 ^ Math.imul(h4 ^ code, 2716044179)
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), 597399067)
  h2 = Math.imul(h4 ^ (h2 >>> 22), 2869860233)
  h3 = Math.imul(h1 ^ (h3 >>> 17), 951274213)
  h4 = Math.imul(h2 ^ (h4 >>> 19), 2716044179)
  return [h1 ^ h2 ^ h3 ^ h4, h2 ^ h1, h3 ^ h1, h4 ^ h1]
}
