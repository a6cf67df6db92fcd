/** Removes a kept report, for screens: what keeps reports is fetched after the first screen stands, not with it. */
export async function forget(key: string): Promise<void> {
  const shelf = await import('./shelf.ts')
  await shelf.forget(key)
}
