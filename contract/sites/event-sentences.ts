/** Sentences of dumping sites and of waste photos. */
import { countNoun, formatNumber, withUnit } from '#domain/number-format.ts'
import type { analyses as analysed } from '../analyses/events.ts'
import { compositionText, ifDefined, type Sentences } from '../event-names.ts'
import type { sites as events } from './events.ts'

const SOURCES = { typed: 'by hand', llm: 'from a photo, by the language model', yolo: 'from a photo' }
const METHODS = { yolo: 'the detector', llm: 'the language model' }

export const sites: Sentences<keyof typeof events> = {
  SiteOpened: ({ siteId, name, maxCapacity, openedBy }, { person }) =>
    `${person(openedBy)} opened site ${name} (${siteId}) for ${withUnit(maxCapacity, 't')}`,
  SiteChanged: ({ siteId, name, changedBy }, { person }) => `${person(changedBy)} changed site ${name} (${siteId})`,
  SiteClosed: ({ siteId, closedBy }, { person, site }) => `${person(closedBy)} closed ${site(siteId)}`,
  SiteCompositionUpdated: (data, { person, site }) => {
    const { siteId, composition, currentCapacity, corrects, source, arrived, crossed, updatedBy } = data
    const what = corrects === undefined ? 'recorded' : 'corrected'
    const with_ = arrived.length === 0 ? '' : `, with ${countNoun(arrived.length, 'load')}`
    return `${person(updatedBy)} ${what} the composition of ${site(siteId)} ${SOURCES[source]}: ${compositionText(composition)}, ${withUnit(currentCapacity, 't')}${with_}${crossed ? '; now above 90 %' : ''}`
  },
}

export const analyses: Sentences<keyof typeof analysed> = {
  AnalysisRequested: ({ siteId, method, attempt, requestedBy }, { person, site }) =>
    `${person(requestedBy)} asked ${METHODS[method]} to analyse a photo${ifDefined(siteId, (id) => ` of ${site(id)}`)}${attempt > 1 ? ', again' : ''}`,
  AnalysisStarted: ({ start }) =>
    `The analysis of a photo started${start > 1 ? ' again, after its worker stopped' : ''}`,
  AnalysisCompleted: ({ boxes, composition }) =>
    boxes.length === 0
      ? 'No waste was found in a photo'
      : `${countNoun(boxes.length, 'piece')} of waste ${boxes.length === 1 ? 'was' : 'were'} found in a photo: ${compositionText(composition ?? {})}`,
  AnalysisFailed: ({ reason }) => `A photo could not be analysed: ${reason}`,
  AnalysisCorrected: ({ before, after, correctedBy }, { person }) =>
    `${person(correctedBy)} corrected the boxes of a photo: ${countNoun(after.boxes.length, 'piece')}, before ${formatNumber(before.boxes.length)}`,
  RefitRequested: ({ requestedBy }, { person }) =>
    `${person(requestedBy)} asked the detector to learn from corrections`,
  MaterialHeadRefitted: ({ version, trainedOn, taken }) =>
    `The detector learned from ${countNoun(trainedOn.photos, 'corrected photo')}: version ${version} ${taken ? 'is now in use' : 'was not better and is not used'}`,
  RefitFailed: ({ reason }) => `The detector could not learn from corrections: ${reason}`,
}
