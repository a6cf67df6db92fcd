/** State of the list of findings in the address. */
import { FINDING_RULES, FINDING_STATUSES, type FindingRule, type FindingStatus } from '#contract/audit/findings.ts'

export interface FindingsState {
  status: FindingStatus | undefined
  rule: FindingRule | undefined
  /** Starts at 1. */
  page: number
}

/** Parses an address; ignores unknown values. */
export function readFindingsState(params: URLSearchParams): FindingsState {
  const page = Number(params.get('page'))
  return {
    status: FINDING_STATUSES.find((status) => status === params.get('status')),
    rule: FINDING_RULES.find((rule) => rule === params.get('rule')),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** Returns the address of a state without default values. */
export function paramsOf({ status, rule, page }: FindingsState): URLSearchParams {
  return new URLSearchParams({
    ...(status && { status }),
    ...(rule && { rule }),
    ...(page > 1 && { page: String(page) }),
  })
}
