/** Reasons and notes are kept as one line: breaks that were typed become spaces. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
