/** The address of the list of findings. */
import { expect, it } from 'vitest'
import { paramsOf, readFindingsState } from './findings-state.ts'

it.each(['', 'status=open', 'rule=fuel-above-tank&page=3', 'status=closed&rule=collected-at-once'])(
  '%s is read, and written as it was',
  (address) => expect(paramsOf(readFindingsState(new URLSearchParams(address))).toString()).toBe(address),
)

it.each(['status=lost', 'rule=__proto__', 'page=0', 'page=1.5', 'page=soon', 'page=1e99', 'status='])(
  '%s asks for nothing that there is',
  (address) =>
    expect(readFindingsState(new URLSearchParams(address))).toEqual({ status: undefined, rule: undefined, page: 1 }),
)
