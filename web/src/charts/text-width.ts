/** How much room small text takes, without measuring it. */

/** A letter of 13 px text on average, in pixels, rounded up. */
const LETTER = 7.4

export const textWidth = (text: string) => text.length * LETTER

/** The text in lines of at most `width` pixels; a word that is wider has a line of its own. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && textWidth(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Whether the text has room in at most two lines. */
export function fitsTwoLines(text: string, width: number): boolean {
  const lines = wrapped(text, width)
  return lines.length <= 2 && lines.every((line) => textWidth(line) <= width)
}
