/** Has one photo looked at, as a dispatcher's screen does. */
import { readFile } from 'node:fs/promises'

/** `file`: a JPEG. How long it took from the call to its answer, in ms. Throws what the server says where it refuses. */
export async function analyse({ url, token }: { url: string; token: string }, file: string): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([await readFile(file)]), 'photo.jpg')
  const began = performance.now()
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/auth/detect-waste-image`, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(await response.text())
  await response.arrayBuffer()
  return performance.now() - began
}
