/** Finds the installation's map style. */
import { urlOf } from '#web/lib/api/request.ts'

/**
 * Returns the URL of the installation's map style.
 * Returns undefined if there is none or the server does not answer.
 */
export async function mapStyleUrl(): Promise<string | undefined> {
  // Without a response the map shows no streets, as without a style.
  const answer = await fetch(urlOf('city')).catch(() => undefined)
  if (!answer?.ok) return undefined
  return ((await answer.json()) as { mapStyleUrl?: string }).mapStyleUrl
}
