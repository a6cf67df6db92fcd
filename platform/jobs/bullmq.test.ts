/** Tests which errors when retrying a job mean that the job already runs. */
import { ErrorCode } from 'bullmq'
import { expect, it } from 'vitest'
import { isJobGoneError } from './bullmq.ts'

const failure = (code: unknown) => Object.assign(new Error('store'), { code })

it.each([ErrorCode.JobNotExist, ErrorCode.JobNotInState])('JO11 a job that moved on is no failure: %i', (code) =>
  expect(isJobGoneError(failure(code))).toBe(true),
)
it.each([ErrorCode.JobLockMismatch, 'ECONNREFUSED', '57P01', undefined])(
  'JO11 a store that can’t tell is one: %s',
  (code) => expect(isJobGoneError(failure(code))).toBe(false),
)
