/** Targets of a rebuild from the log: one view by name, or the state of all policies. */
import { VIEW_VERSIONS } from '../tables.ts'

export const POLICIES_TARGET = 'policies'
export const REBUILD_TARGETS = [POLICIES_TARGET, ...Object.keys(VIEW_VERSIONS)] as readonly string[]
