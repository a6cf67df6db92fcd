/** Sentences for events of dumping sites and waste photos. */
import { type Message, msg, plural } from '#contract/languages/message.ts'
import { parseStoredMessage, toNumberValue, toQuantityValue } from '#contract/languages/values.ts'
import type { analysisEvents as analysed } from '../analyses/events.ts'
import { appendDetails, describeComposition, type EventSentences } from '../event-names.ts'
import type { siteEvents as events } from './events.ts'

const SOURCES: Record<'typed' | 'llm' | 'yolo', Message> = {
  typed: msg`by hand`,
  llm: msg`from a photo, by the language model`,
  yolo: msg`from a photo`,
}
const METHODS: Record<'llm' | 'yolo', Message> = { yolo: msg`the detector`, llm: msg`the language model` }

export const siteEventSentences: EventSentences<keyof typeof events> = {
  SiteOpened: ({ siteId, name, maxCapacity, openedBy }, { person }) =>
    msg`${{ who: person(openedBy) }} opened site ${{ name }} (${{ siteId }}) for ${{ capacity: toQuantityValue(maxCapacity, 't') }}`,
  SiteChanged: ({ siteId, name, changedBy }, { person }) =>
    msg`${{ who: person(changedBy) }} changed site ${{ name }} (${{ siteId }})`,
  SiteClosed: ({ siteId, closedBy }, { person, site }) =>
    msg`${{ who: person(closedBy) }} closed ${{ site: site(siteId) }}`,
  SiteCompositionUpdated: (data, names) => {
    const { arrived, crossed } = data
    const [who, site, source] = [names.person(data.updatedBy), names.site(data.siteId), SOURCES[data.source]]
    const [composition, tonnes] = [describeComposition(data.composition), toQuantityValue(data.currentCapacity, 't')]
    const updated =
      data.corrects === undefined
        ? msg`${{ who }} recorded the composition of ${{ site }} ${{ source }}: ${{ composition }}, ${{ tonnes }}`
        : msg`${{ who }} corrected the composition of ${{ site }} ${{ source }}: ${{ composition }}, ${{ tonnes }}`
    const loads =
      arrived.length > 0 && msg`with ${plural({ loads: arrived.length }, { one: '# load', other: '# loads' })}`
    return appendDetails(appendDetails(updated, [loads]), [crossed && msg`now over 90 % full`], '; ')
  },
}

export const analysisEventSentences: EventSentences<keyof typeof analysed> = {
  AnalysisRequested: ({ siteId, method, attempt, requestedBy }, { person, site }) => {
    const [who, detector] = [person(requestedBy), METHODS[method]]
    const requested =
      siteId === undefined
        ? msg`${{ who }} asked ${{ detector }} to analyse a photo`
        : msg`${{ who }} asked ${{ detector }} to analyse a photo of ${{ site: site(siteId) }}`
    return appendDetails(requested, [attempt > 1 && msg`again`])
  },
  AnalysisStarted: ({ start }) =>
    start > 1 ? msg`The analysis of a photo started again after an interruption` : msg`The analysis of a photo started`,
  AnalysisCompleted: ({ boxes, composition }) => {
    if (boxes.length === 0) return msg`No waste was found in a photo`
    return appendDetails(
      msg`${plural({ pieces: boxes.length }, { one: '# piece of waste was found in a photo', other: '# pieces of waste were found in a photo' })}`,
      [describeComposition(composition ?? {})],
      ': ',
    )
  },
  AnalysisFailed: ({ reason }) => msg`A photo could not be analysed: ${{ reason: parseStoredMessage(reason) }}`,
  AnalysisCorrected: ({ before, after, correctedBy }, { person }) =>
    msg`${{ who: person(correctedBy) }} corrected the boxes of a photo: ${plural({ pieces: after.boxes.length }, { one: '# piece', other: '# pieces' })}, before ${{ before: toNumberValue(before.boxes.length) }}`,
  RefitRequested: ({ requestedBy }, { person }) =>
    msg`${{ who: person(requestedBy) }} started training the detector with corrections`,
  MaterialHeadRefitted: ({ version, trainedOn: { photos }, taken }) =>
    taken
      ? msg`The detector learned from ${plural({ photos }, { one: '# corrected photo', other: '# corrected photos' })}: version ${{ version }} is now in use`
      : msg`The detector learned from ${plural({ photos }, { one: '# corrected photo', other: '# corrected photos' })}: version ${{ version }} was not better and is not used`,
  RefitFailed: ({ reason }) =>
    msg`The detector could not learn from corrections: ${{ reason: parseStoredMessage(reason) }}`,
}
