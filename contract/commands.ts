/** The bodies of commands as they come through the door: one schema validates the request, types the code and the forms. */
import { z } from 'zod'
import { DELIVERY_STATUSES, DESCRIPTION_LIMIT, EMPLOYEE_ID, MATERIALS, ROLES, VEHICLE_TYPES, ZONES } from './city.ts'
import { Configuration } from './configuration.ts'
import { Settings } from './settings.ts'

/** Control characters, halves of characters, and marks that turn the direction of what stands after them on a screen. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** Text that a person typed: trimmed, nothing unprintable in it, at most `limit` characters. */
const line = (limit: number) =>
  z
    .string()
    .trim()
    .max(limit, `Use at most ${limit} characters`)
    .refine((text) => !UNPRINTABLE.test(text), 'Use plain text only')

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

/** Something of it can be seen: white space and joiners alone are no name. */
const name = z
  .string({ error: 'Name is required' })
  .pipe(line(100))
  .pipe(z.string().regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'Name is required'))
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
  /** When it starts; 15 minutes from now when not given. */
  scheduledStart: z.iso.datetime({ offset: true }).optional(),
  /** Where the trucks unload; the nearest site when not given. */
  siteId: z.string().min(1).max(40).optional(),
})

/** Moves a schedule on: its truck set out, it is done, or it will not take place. */
export const ChangeSchedule = z.object({
  status: z.enum(['in-progress', 'completed', 'cancelled']),
  reason: line(200).optional(),
})

const needed = (what: string, limit: number) =>
  z
    .string({ error: `${what} is required` })
    .pipe(line(limit))
    .pipe(z.string().min(1, `${what} is required`))
const between = (what: string, least: number, most: number) =>
  z
    .number({ error: `${what} is required` })
    .min(least, `${what} must be at least ${least}`)
    .max(most, `${what} must be at most ${most}`)

const vehicleFields = z.object({
  type: z.enum(VEHICLE_TYPES, { error: 'Type is required' }),
  make: needed('Make', 60),
  model: needed('Model', 60),
  year: z
    .int({ error: 'Year is required' })
    .min(2000, 'Year must be at least 2000')
    .refine((year) => year <= new Date().getFullYear() + 1, 'Year can be next year at most'),
  registration_number: needed('Registration Number', 20),
  fuel_efficiency_kmpl: between('Fuel Efficiency', 1, 15),
  tank_capacity_liters: between('Tank Capacity', 50, 500),
  current_fuel_level: between('Current Fuel Level', 0, 500),
  driver_name: line(100).optional(),
  driver_contact: z.union([z.literal('').transform(() => undefined), phone]).optional(),
  /** Sent by the form; a saved vehicle is available unless it is on a collection. */
  status: z.string().max(20).optional(),
})
const fitsTank = (vehicle: { current_fuel_level: number; tank_capacity_liters: number }) =>
  vehicle.current_fuel_level <= vehicle.tank_capacity_liters
const overfull = { message: 'The tank does not hold that much', path: ['current_fuel_level'] }

export const RegisterVehicle = vehicleFields
  .extend({
    id: z
      .string({ error: 'Vehicle ID is required' })
      .trim()
      .min(1, 'Vehicle ID is required')
      .regex(/^[\w-]{1,20}$/, 'Use letters, digits and hyphens'),
  })
  .refine(fitsTank, overfull)
export const ChangeVehicle = vehicleFields
  .extend({
    /** The level that the form began with: while the field still says it, what was burnt or filled since stands. */
    seen_fuel_level: z.number().optional(),
  })
  .refine(fitsTank, overfull)

export const Refuel = z.object({
  vehicle_id: z.string().min(1).max(20),
  liters_added: z.number({ error: 'Enter the litres' }).positive('Enter the litres').max(500, 'At most 500 litres'),
  cost_per_liter: z.number({ error: 'Enter the price' }).min(0, 'At least 0').max(1_000, 'At most 1000'),
})

export const LogTrip = z
  .object({
    vehicle_id: z.string().min(1).max(20),
    trip_type: z.enum(['collection', 'delivery']),
    distance_km: z.number({ error: 'Enter the distance' }).positive('Enter the distance').max(2_000, 'At most 2000 km'),
    trip_start: z.iso.datetime({ offset: true }),
    trip_end: z.iso.datetime({ offset: true }),
    /** cedi; computed from the litres and the configured price when not given */
    fuel_cost: z.number().min(0).max(100_000).optional(),
    route_description: line(200).optional(),
  })
  .refine((trip) => Date.parse(trip.trip_end) >= Date.parse(trip.trip_start), {
    message: 'The trip ends before it begins',
    path: ['trip_end'],
  })

export const CalculateConsumption = z.object({
  vehicle_id: z.string().min(1).max(20),
  planned_distance_km: z.number({ error: 'Enter the distance' }).min(0, 'At least 0').max(2_000, 'At most 2000 km'),
})

export const MarkAllCollected = z.object({
  dumpingSiteId: z.string({ error: 'Please select a dumping site' }).min(1, 'Please select a dumping site').max(40),
  truckId: z.string({ error: 'Please select a truck' }).min(1, 'Please select a truck').max(20),
})

export const CompleteByReports = z.object({ reportIds: z.array(z.string().max(80)).max(10_000).optional() })

/** Whether percentages are a whole: exactly 100, but for what floating point makes of decimals. */
export const isWhole = (parts: readonly number[]) => Math.abs(parts.reduce((sum, part) => sum + part, 0) - 100) < 1e-9

export const CreateDelivery = z.object({
  truckId: z.string().min(1).max(20),
  facilityId: z.string().min(1).max(40),
  zone: z.enum(ZONES),
  estimatedArrival: z.iso.datetime({ offset: true }).optional(),
  status: z.enum(DELIVERY_STATUSES).default('in-transit'),
  weight: z.number().positive().max(100_000).optional(),
  composition: z
    .partialRecord(z.enum(MATERIALS), z.number().min(0).max(100))
    .refine((parts) => isWhole(Object.values(parts)), 'Total percentage must equal 100%')
    .optional(),
})

export const MoveDelivery = z.object({
  status: z.enum(DELIVERY_STATUSES),
  weight: z.number().positive().max(100_000).optional(),
})

const percent = z.number({ error: 'Enter a number from 0 to 100' }).min(0, 'At least 0').max(100, 'At most 100')

/** A site's composition as a person typed it: the parts sum to exactly 100. */
export const UpdateComposition = z
  .object({
    plastic: percent.default(0),
    paper: percent.default(0),
    glass: percent.default(0),
    metal: percent.default(0),
    organic: percent.default(0),
    textile: percent.default(0),
    other: percent.default(0),
    currentCapacity: z
      .number({ error: 'Please enter a valid current capacity' })
      .min(0, 'Please enter a valid current capacity')
      .max(1_000_000, 'Please enter a valid current capacity'),
    annotated_image: z.string().max(15_000_000).optional(),
    /** kg of what was analysed */
    weight: z.number().positive().max(100_000).optional(),
    source: z.enum(['typed', 'llm', 'yolo']).default('typed'),
    updated_by: z.string().max(100).optional(),
  })
  .refine((body) => isWhole(MATERIALS.map((material) => body[material])), {
    message: 'Total percentage must equal 100%',
    path: ['total'],
  })

export const SaveConfiguration = z.object({
  /** Parts that are not named stay as they are. */
  config: Configuration.partial(),
  /** The version that was edited; when somebody changed it since, the answer is 409 and says what. */
  version: z.int().min(0).optional(),
})

/** Changes a schedule that has not begun. */
export const Reschedule = z.object({ scheduledStart: z.iso.datetime({ offset: true }) })

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
