/** Sends one photo to the waste detector, like the dispatcher's screen. */
import { readFile } from 'node:fs/promises'

/**
 * Sends a JPEG and returns the milliseconds until the answer.
 * Throws the server's message when it refuses.
 */
export async function timePhotoAnalysis({ url, token }: { url: string; token: string }, file: string): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([await readFile(file)]), 'photo.jpg')
  const began = performance.now()
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/auth/detect-waste-image`, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(await response.text())
  await response.arrayBuffer()
  return performance.now() - began
}
