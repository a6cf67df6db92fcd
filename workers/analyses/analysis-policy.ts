/** Analysis policy: photos that were asked for are looked at, a few at once and the others after them; sites follow corrections. */
import { isDeepStrictEqual } from 'node:util'
import type { Event, EventData } from '#contract/events.ts'
import { type Findings, METHODS, type Method } from '#contract/waste/litter.ts'
import { type Keep, unkept } from '../runner/keep.ts'
import { commandJob, type Outstanding, type Policy } from '../runner/policy.ts'

/**
 * Jobs of each method at once: a model elsewhere that hangs does not keep the built-in detector waiting, and a queue that was full of
 * them would have no room for what people are told.
 */
const AT_ONCE: Record<Method, number> = { yolo: 4, llm: 2 }

interface Waiting {
  attempt: number
  data: Pick<EventData<'AnalysisRequested'>, 'analysisId' | 'picture' | 'method' | 'head'>
}

export function createAnalysisPolicy(keep: Keep = unkept): Policy {
  /** In the order that they were asked for. */
  const waiting = keep('waiting', new Map<string, Waiting>())
  /** What each analysis said, at first and after each correction. */
  const said = keep('said', new Map<string, Findings['composition'][]>())
  /** Of analyses that were corrected: by how many corrections by now, the picture after the last, and whether it shows anything. */
  const corrected = keep(
    'corrected',
    new Map<string, Pick<EventData<'AnalysisCorrected'>, 'number' | 'annotated'> & { shows: boolean }>(),
  )
  /** By site the analysis that what it holds was made of, with the picture that it had then. */
  const sites = keep('sites', new Map<string, { analysisId: string; image: string | undefined }>())

  const say = (analysisId: string, { composition }: Findings) =>
    said.set(analysisId, [...(said.get(analysisId) ?? []), composition])

  /** What a person typed in place of it does not follow. */
  const isOf = ({ composition, analysisId = '' }: EventData<'SiteCompositionUpdated'>) =>
    said.get(analysisId)?.some((one) => isDeepStrictEqual(one, composition)) ?? false

  function ended({ analysisId, attempt }: EventData<'AnalysisCompleted' | 'AnalysisFailed'>): void {
    if (waiting.get(analysisId)?.attempt === attempt) waiting.delete(analysisId)
  }

  const analyses = (): Outstanding[] =>
    METHODS.flatMap((method) =>
      [...waiting.values()].filter(({ data }) => data.method === method).slice(0, AT_ONCE[method]),
    ).map(({ attempt, data }) => ({
      id: `analyse-${data.analysisId}-${attempt}`,
      job: 'analyse',
      data: { ...data, attempt },
    }))

  /** Where nothing is to be seen any more, nobody knows what lies there, and the site stays as it was. */
  const behind = (): Outstanding[] =>
    [...sites].flatMap(([siteId, { analysisId, image }]) => {
      const now = corrected.get(analysisId)
      if (!now?.shows || now.annotated === image) return []
      const id = `follow-correction-${siteId}-${analysisId}-${now.number}`
      return [commandJob(id, { type: 'FollowCorrection', siteId, analysisId })]
    })

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'AnalysisRequested': {
          const { analysisId, attempt, picture, method, head } = data
          waiting.set(analysisId, { attempt, data: { analysisId, picture, method, ...(head && { head }) } })
          return
        }
        case 'AnalysisCompleted':
          say(data.analysisId, data)
          return ended(data)
        case 'AnalysisFailed':
          return ended(data)
        case 'AnalysisCorrected': {
          const { analysisId, number, annotated, after } = data
          say(analysisId, after)
          corrected.set(analysisId, { number, annotated, shows: after.composition !== undefined })
          return
        }
        case 'SiteClosed':
          sites.delete(data.siteId)
          return
        case 'SiteCompositionUpdated':
          if (data.analysisId === undefined || !isOf(data)) sites.delete(data.siteId)
          else sites.set(data.siteId, { analysisId: data.analysisId, image: data.image })
          return
      }
    },
    outstanding: () => [...analyses(), ...behind()],
  }
}
