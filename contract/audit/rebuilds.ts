/** What may be made anew of the whole log: the rows of a view by its name, or what all policies know. */
import { VIEW_VERSIONS } from '../tables.ts'

export const POLICIES_TARGET = 'policies'
export const REBUILD_TARGETS = [POLICIES_TARGET, ...Object.keys(VIEW_VERSIONS)] as readonly string[]
