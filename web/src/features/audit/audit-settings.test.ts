/** Tests that the form has each threshold once and sends the entered values. */
import { expect, it } from 'vitest'
import { DEFAULT_FINDING_THRESHOLDS, FindingThresholds } from '#contract/audit/findings.ts'
import { getThresholdGroups, thresholdsDraftOf, toThresholds } from './audit-settings.tsx'

it('has a field for each threshold, and no label twice', () => {
  const fields = getThresholdGroups().flatMap((group) => Object.entries(group.fields))
  expect(fields.map(([name]) => name).sort()).toEqual(Object.keys(DEFAULT_FINDING_THRESHOLDS).sort())
  expect(new Set(fields.map(([, label]) => label)).size).toBe(fields.length)
})

it('sends what it was given', () =>
  expect(toThresholds(thresholdsDraftOf(DEFAULT_FINDING_THRESHOLDS))).toEqual(DEFAULT_FINDING_THRESHOLDS))

it.each(['', ' ', '1.5', 'ten', '-1', '99999999'])('“%s” is refused at its field', (typed) => {
  const { error } = FindingThresholds.safeParse(
    toThresholds({ ...thresholdsDraftOf(DEFAULT_FINDING_THRESHOLDS), typedInARow: typed }),
  )
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['typedInARow'])
  expect(error?.issues[0]?.message).toMatch(/^(Enter a whole number|At least 2|At most 1,000)$/)
})
