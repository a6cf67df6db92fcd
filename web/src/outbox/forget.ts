/**
 * Removes a stored report.
 * The storage code loads after the first screen.
 */
export async function forget(key: string): Promise<void> {
  const shelf = await import('./shelf.ts')
  await shelf.forget(key)
}
