/** Tests that clients receive only the schema's fields. */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createFieldPicker } from './wire-fields.ts'

const onWire = createFieldPicker(z.object({ id: z.string(), km: z.number().optional() }))

it('shows what the schema names, and nothing that a row keeps for itself', () => {
  expect(onWire({ id: 'a', km: 0, position: 3, secret: 'x' })).toStrictEqual({ id: 'a', km: 0 })
})

it('makes no field up', () => {
  expect(onWire({ id: 'a', position: 3 })).toStrictEqual({ id: 'a' })
})
