/** Looks up user-defined keys in objects. */

/**
 * Returns the own value of a key.
 * For a key such as `constructor`, a plain lookup would return an inherited value.
 */
export function lookUp<T>(dictionary: Readonly<Record<string, T>> | null | undefined, key: string): T | undefined {
  return dictionary && Object.hasOwn(dictionary, key) ? dictionary[key] : undefined
}
