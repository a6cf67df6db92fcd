/** Makes a photo small enough for a slow network. */

/** Longest side, in px. */
const MAX_SIDE = 1_280
const QUALITY = 0.8

/**
 * Returns the photo as an upright JPEG of at most 1,280 px.
 * Only pixels are drawn, so metadata such as the place is gone.
 * Rejects if the file is no picture.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser cannot draw pictures.')
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No JPEG'))), 'image/jpeg', QUALITY),
    )
  } finally {
    bitmap.close()
  }
}
