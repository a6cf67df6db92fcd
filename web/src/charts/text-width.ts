/** How wide small text is, without measuring it. */

/** A letter of 13 px text on average, in pixels, rounded up. */
const LETTER = 7.4

export const textWidth = (text: string) => text.length * LETTER

/** Of the words of some labels, the longest one's width. */
export const widestWord = (labels: readonly string[]) =>
  Math.max(0, ...labels.flatMap((label) => label.split(' ')).map(textWidth))
