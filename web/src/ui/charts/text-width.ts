/** Estimates the width of small text without measuring. */

/** Average width of a letter at 13 px, in px, rounded up. */
const LETTER = 7.4

export const textWidth = (text: string) => text.length * LETTER

/** Returns lines of at most `width` px; a wider word has its own line. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && textWidth(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Returns true if the text fits into two lines. */
export function fitsTwoLines(text: string, width: number): boolean {
  const lines = wrapped(text, width)
  return lines.length <= 2 && lines.every((line) => textWidth(line) <= width)
}
