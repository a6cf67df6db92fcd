/** Which files are taken for a photo, before they are sent; the server looks at what is in them. */

/** Bytes. */
const MOST = 10 * 1024 * 1024

/** Why a file can't be analysed; undefined where it may be. */
export function whyNot({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!type.startsWith('image/')) return 'Please select an image file.'
  if (size === 0) return 'This file is empty. Please select another one.'
  if (size > MOST) return 'This photo is larger than 10 MB. Please select a smaller one.'
  return undefined
}

/** What was dropped or pasted: its first image, else its first file, so that it can be said why that is none. */
export function photoIn(data: Pick<DataTransfer, 'files'> | null): File | undefined {
  const files = [...(data?.files ?? [])]
  return files.find(({ type }) => type.startsWith('image/')) ?? files[0]
}
