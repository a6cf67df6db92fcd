/** The bodies of commands as they come through the door: one schema validates the request, types the code and the forms. */
import { z } from 'zod'
import { DESCRIPTION_LIMIT, EMPLOYEE_ID, ROLES, VEHICLE_TYPES, ZONES } from './city.ts'
import { Settings } from './settings.ts'

/** Text that a person typed: trimmed, without control characters, at most `limit` characters. */
const line = (limit: number) =>
  z
    .string()
    .trim()
    .max(limit, `Use at most ${limit} characters`)
    .refine((text) => !/\p{Cc}/u.test(text), 'Use plain text only')

const email = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Invalid email address')
  .pipe(z.email('Invalid email address'))
  .transform((text) => text.toLowerCase())

/** A new password: any Unicode, 8 to 256 characters. */
const newPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .min(8, 'Password must be at least 8 characters')
  .max(256, 'Password must be at most 256 characters')

export const phone = line(20).regex(/^\+?\d[\d\s-]*$/, 'Invalid phone number')

const name = z.string({ error: 'Name is required' }).pipe(line(100)).pipe(z.string().min(1, 'Name is required'))
const optionalPhone = z.union([z.literal('').transform(() => undefined), phone]).optional()

export const SignUp = z.object({
  email,
  password: newPassword,
  name,
  phone: optionalPhone,
  zone: z.enum(ZONES, { error: (issue) => (issue.input ? 'Select a valid zone' : 'Zone is required') }),
  role: z.literal('resident').default('resident'),
})

export const SignIn = z
  .object({
    email: z.string().max(254).optional(),
    employee_id: z.string().max(254).optional(),
    password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(256),
  })
  .refine((body) => Boolean(body.email || body.employee_id), {
    message: 'Email or Employee ID is required',
    path: ['email'],
  })

/** The sign-in form of the screens: one field for either, which decides what is sent. */
export const SignInForm = z.object({
  identifier: z
    .string()
    .trim()
    .min(1, 'Email or Employee ID is required')
    .refine(
      (text) => EMPLOYEE_ID.test(text) || z.email().safeParse(text).success,
      'Enter a valid email or employee ID',
    ),
  password: z.string().min(1, 'Password is required').min(6, 'Password must be at least 6 characters'),
})

export const ChangePassword = z.object({
  currentPassword: z.string({ error: 'Please enter your password' }).min(1, 'Please enter your password').max(256),
  newPassword,
})

export const DeleteAccount = z.object({
  password: z.string({ error: 'Please enter your password' }).min(1, 'Please enter your password').max(256),
})

export const ForgotPassword = z.object({
  identifier: z
    .string({ error: 'Email or Employee ID is required' })
    .trim()
    .min(1, 'Email or Employee ID is required')
    .max(254, 'Enter a valid email or employee ID'),
})

export const ResetPassword = z.object({
  token: z.string({ error: 'The link is not complete' }).min(1, 'The link is not complete').max(200),
  password: newPassword,
})

export const SaveSettings = Settings

const facility = line(80)
  .optional()
  .transform((text) => text || undefined)

/** An admin creates a member of staff; the one-time password is in the answer. */
export const CreateStaff = z.object({
  role: z.enum(['dispatcher', 'recycler', 'admin', 'auditor'], { error: 'Select a role' }),
  name,
  email,
  employee_id: z
    .string({ error: 'Employee ID is required' })
    .trim()
    .regex(EMPLOYEE_ID, 'Use 3 to 6 letters and 3 digits')
    .transform((text) => text.toUpperCase()),
  phone: optionalPhone,
  facility,
})

export const ChangeUser = z.object({
  role: z.enum(ROLES, { error: 'Select a role' }).optional(),
  zone: z.enum(ZONES, { error: 'Select a valid zone' }).optional(),
  facility,
})

/** A page of a list that grows: what to search, by which column, which way, and which page. */
export const Page = z.object({
  search: z.string().trim().max(100).default(''),
  sort: z.string().max(30).optional(),
  order: z.enum(['asc', 'desc']).default('asc'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(50),
})

export const ReportBinFull = z.object({
  userId: z.string().optional(),
  description: z
    .string()
    .trim()
    .max(DESCRIPTION_LIMIT, `Use at most ${DESCRIPTION_LIMIT} characters`)
    .optional()
    .transform((text) => text || undefined),
})

export const MarkReport = z.object({
  status: z.literal('collected'),
  dumpingSiteId: z.string().min(1).max(40).optional(),
})

export const ScheduleCollection = z.object({
  zone: z.enum(ZONES, { error: 'Select a valid zone' }),
  /** The trucks to send; the recommended ones when not given. */
  vehicleIds: z.array(z.string().min(1).max(20)).min(1).max(10).optional(),
})

/** Moves a schedule on: its truck set out, it is done, or it will not take place. */
export const ChangeSchedule = z.object({
  status: z.enum(['in-progress', 'completed', 'cancelled']),
  reason: line(200).optional(),
})

export const RegisterVehicle = z.object({
  id: line(20).pipe(z.string().min(1)),
  type: z.enum(VEHICLE_TYPES),
  make: line(60).pipe(z.string().min(1)),
  model: line(60).pipe(z.string().min(1)),
  year: z.int().min(2000),
  registration_number: line(20).pipe(z.string().min(1)),
  fuel_efficiency_kmpl: z.number().min(1).max(15),
  tank_capacity_liters: z.number().min(50).max(500),
  current_fuel_level: z.number().min(0),
})

export const OpenSite = z.object({
  id: line(20).pipe(z.string().min(1)),
  name: line(80).pipe(z.string().min(1)),
  location: line(120),
  zone: z.enum(ZONES).optional(),
  coordinates: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
  maxCapacity: z.number().positive(),
  currentCapacity: z.number().min(0),
  composition: z.record(z.string(), z.number().min(0).max(100)),
})
