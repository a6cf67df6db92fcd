/** Admin commands about accounts, and the query of paged lists. */
import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { EMPLOYEE_ID_PATTERN, ROLES, STAFF_ROLES } from '#domain/city.ts'
import { REBUILD_TARGETS } from '../tables.ts'
import { createLineSchema, emailSchema, nameSchema, optionalPhoneSchema } from '../text.ts'
import { createZoneNameSchema } from '../zones/commands.ts'

const facility = createLineSchema(80)
  .optional()
  .transform((text) => text || undefined)

/**
 * Creates a staff account.
 * The response contains the one-time password.
 */
export const CreateStaffBody = z.object({
  role: z.enum(STAFF_ROLES, { error: msg`Select a role`.message }),
  name: nameSchema,
  email: emailSchema,
  employee_id: z
    .string({ error: 'Employee ID is required' })
    .trim()
    .regex(EMPLOYEE_ID_PATTERN, msg`Use 3 to 6 letters and 3 digits`.message)
    .transform((text) => text.toUpperCase()),
  phone: optionalPhoneSchema,
  facility,
})

export const ChangeUserBody = z.object({
  role: z.enum(ROLES, { error: msg`Select a role`.message }).optional(),
  zone: createZoneNameSchema().optional(),
  facility,
})

/** Rebuilds a view or the policies, or retries a failed job. */
export const AdminOperationBody = z.union([
  z.object({ rebuild: z.enum(REBUILD_TARGETS, { error: msg`There is no screen data of this name`.message }) }),
  z.object({ retry: z.string().min(1).max(1_000) }),
])

/** Query of a paged list: search, sort column, order and page. */
export const PagedListQuery = z.object({
  search: z.string().trim().max(100).default(''),
  sort: z.string().max(30).optional(),
  order: z.enum(['asc', 'desc']).default('asc'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(50),
})
