/**
 * Removes a stored report.
 * The storage code loads after the first screen.
 */
export async function removeStoredReport(key: string): Promise<void> {
  const shelf = await import('./report-store.ts')
  await shelf.forget(key)
}
