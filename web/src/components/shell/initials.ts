/** The letters that stand for a person. */

/** Up to two capital letters of a name, for the user card. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join('')
}
