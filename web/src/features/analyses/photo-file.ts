/** Client checks of a photo file; the server inspects its content. */

/** Maximum size in bytes. */
const MAX_BYTES = 10 * 1024 * 1024

/** Returns why a file cannot be analysed, or undefined. */
export function photoError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!type.startsWith('image/')) return 'Please select an image file.'
  if (size === 0) return 'This file is empty. Please select another one.'
  if (size > MAX_BYTES) return 'This photo is larger than 10 MB. Please select a smaller one.'
  return undefined
}

/**
 * Returns the first dropped or pasted image, else the first file.
 * That file then gets an error message.
 */
export function photoIn(data: Pick<DataTransfer, 'files'> | null): File | undefined {
  const files = [...(data?.files ?? [])]
  return files.find(({ type }) => type.startsWith('image/')) ?? files[0]
}
