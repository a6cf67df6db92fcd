/** Tests that the closing lines of a test run never hide a failure. */
import { describe, expect, it } from 'vitest'
import { closingLine, countTests, describeBackings, type VitestReport } from './summary.ts'

const report = (change: Partial<VitestReport>): VitestReport => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  success: true,
  testResults: [{ status: 'passed', assertionResults: [{}, {}, {}] }],
  ...change,
})

describe('the counts of a run', () => {
  it('are those of the report when all is well', () => {
    expect(countTests(report({}))).toEqual({ passed: 3, failed: 0, skipped: 1 })
  })

  it('include a file that could not be loaded', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }]
    expect(countTests(report({ success: false, testResults })).failed).toBe(1)
  })

  it('never say zero failed of a run that failed', () => {
    expect(countTests(report({ success: false })).failed).toBe(1)
  })

  it('are the last line', () => {
    expect(closingLine({ passed: 12, failed: 0, skipped: 2 })).toBe('12 passed, 0 failed')
  })
})

describe('the list of backings', () => {
  it('names each once, sorted by port, with the reason why it was not the real thing', () => {
    const lines = [
      { port: 'read store', backing: 'mongodb', ran: 'wire double', why: 'no Docker' },
      { port: 'jobs', backing: 'redis', ran: 'real' },
      { port: 'jobs', backing: 'redis', ran: 'real' },
    ]
    expect(describeBackings(lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual([
      '  real         jobs: redis',
      '  wire double  read store: mongodb (no Docker)',
    ])
  })
})
