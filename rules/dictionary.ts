/** Looks up objects that serve as dictionaries, under keys that people choose. */

/**
 * Returns the value that the dictionary itself has under the key. Under a key such as `constructor` or `toString` a plain lookup
 * would return what every object inherits.
 */
export function lookUp<T>(dictionary: Readonly<Record<string, T>> | null | undefined, key: string): T | undefined {
  return dictionary && Object.hasOwn(dictionary, key) ? dictionary[key] : undefined
}
