/** The bodies of commands as they come through the door: one schema validates the request, types the code and the forms. */
import { z } from 'zod'
import { DESCRIPTION_LIMIT, EMPLOYEE_ID, VEHICLE_TYPES, ZONES } from './city.ts'

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

export const SignUp = z.object({
  email,
  password: newPassword,
  name: z.string({ error: 'Name is required' }).pipe(line(100)).pipe(z.string().min(1, 'Name is required')),
  phone: z.union([z.literal('').transform(() => undefined), phone]).optional(),
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
