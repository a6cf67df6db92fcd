/**
 * Removes a stored report.
 * Loads the storage code on demand.
 */
export async function removeStoredReport(key: string): Promise<void> {
  const shelf = await import('./report-store.ts')
  await shelf.deleteStoredReport(key)
}
