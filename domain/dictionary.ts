/** Looks up keys in objects whose keys come from users. */

/**
 * Returns the value of an object's own key.
 * A plain lookup of `constructor` would return an inherited value.
 */
export function lookUp<T>(dictionary: Readonly<Record<string, T>> | null | undefined, key: string): T | undefined
/** Returns the value of an object's own field, whatever its type. */
export function lookUp(dictionary: object | null | undefined, key: string): unknown
export function lookUp(dictionary: object | null | undefined, key: string): unknown {
  return dictionary && Object.hasOwn(dictionary, key) ? (dictionary as Record<string, unknown>)[key] : undefined
}
