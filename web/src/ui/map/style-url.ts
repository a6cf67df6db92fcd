/** The installation's map style. */
import { urlOf } from '#web/lib/api/request.ts'

/** Returns the style's URL; undefined without one or without a server. */
export async function mapStyleUrl(): Promise<string | undefined> {
  // Without a response the map has no streets, as without a style.
  const answer = await fetch(urlOf('city')).catch(() => undefined)
  if (!answer?.ok) return undefined
  return ((await answer.json()) as { mapStyleUrl?: string }).mapStyleUrl
}
