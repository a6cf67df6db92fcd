/**
 * Returns a random id of 32 hexadecimal digits.
 * Works on plain HTTP, where a browser has no randomUUID.
 */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
