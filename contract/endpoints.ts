/** The table of endpoints: one line each. Routes, role checks, the role matrix test, OpenAPI and the web's types come from it. */
import { z } from 'zod'
import { ROLES, type Role, ZONES } from './city.ts'
import * as commands from './commands.ts'
import { Settings } from './settings.ts'
import * as views from './views.ts'

export interface Endpoint {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below /api, in Express notation. */
  path: string
  /** Who may call it: everybody, everybody signed in, or these roles. */
  roles: 'public' | 'any' | readonly Role[]
  /** Open also to who has yet to choose a password of their own. */
  beforeOwnPassword?: true
  /** Success ends the caller's session: a repetition comes with the ended token, and the handler lets nothing else through. */
  endsSession?: true
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The status of success. */
  status?: 200 | 201
  answer: z.ZodType
}

const position = z.string()
const message = z.string()
const id = z.object({ id: z.string().min(1).max(80) })
const page = <K extends string, T extends z.ZodType>(key: K, of: T) => list(key, of).extend({ total: z.number() })
const list = <K extends string, T extends z.ZodType>(key: K, of: T) =>
  z.object({ [key]: z.array(of) } as unknown as Record<K, z.ZodArray<T>>)

export const endpoints = {
  // accounts
  signUp: {
    method: 'post',
    path: '/auth/signup',
    roles: 'public',
    summary: 'Sign up as a resident',
    body: commands.SignUp,
    status: 201,
    answer: views.Session.extend({ position }),
  },
  signIn: {
    method: 'post',
    path: '/auth/login',
    roles: 'public',
    summary: 'Sign in with an email or an employee ID',
    body: commands.SignIn,
    answer: views.Session,
  },
  me: {
    method: 'get',
    path: '/auth/me',
    roles: 'any',
    beforeOwnPassword: true,
    summary: "The token's owner",
    answer: z.object({ user: views.User }),
  },
  changePassword: {
    method: 'post',
    path: '/auth/change-password',
    roles: 'any',
    beforeOwnPassword: true,
    endsSession: true,
    summary: 'Change the password; ends all other sessions',
    body: commands.ChangePassword,
    answer: z.object({ message, token: z.string(), position }),
  },
  deleteAccount: {
    method: 'delete',
    path: '/auth/account/:id',
    roles: ROLES,
    summary: 'Erase the own account (residents)',
    params: id,
    body: commands.DeleteAccount,
    answer: z.object({ message, position }),
  },
  forgotPassword: {
    method: 'post',
    path: '/auth/forgot-password',
    roles: 'public',
    summary:
      'Ask for a link by mail that sets a new password; the answer is the same whether the account exists or not',
    body: commands.ForgotPassword,
    answer: z.object({ message }),
  },
  resetPassword: {
    method: 'post',
    path: '/auth/reset-password',
    roles: 'public',
    summary: 'Set a new password with the token of such a link; ends all sessions',
    body: commands.ResetPassword,
    answer: z.object({ message }),
  },
  settings: {
    method: 'get',
    path: '/auth/settings',
    roles: 'any',
    summary: "The reader's settings",
    // Not `saved`: the defaults, which nobody chose.
    answer: z.object({ settings: Settings, saved: z.boolean() }),
  },
  saveSettings: {
    method: 'put',
    path: '/auth/settings',
    roles: 'any',
    summary: "Save the reader's settings",
    body: commands.SaveSettings,
    answer: z.object({ settings: Settings, position }),
  },
  profileFigures: {
    method: 'get',
    path: '/auth/profile/figures',
    roles: 'any',
    summary: "The figures of the reader's profile page",
    answer: z.object({ figures: views.ProfileFigures }),
  },
  demoAccounts: {
    method: 'get',
    path: '/auth/demo-accounts',
    roles: 'public',
    summary: 'The seeded accounts, on a loopback demo only',
    answer: list('accounts', z.object({ identifier: z.string(), label: z.string(), role: z.enum(ROLES) })),
  },
  demoSignIn: {
    method: 'post',
    path: '/auth/demo-login',
    roles: 'public',
    summary: 'Sign in as a seeded account, on a loopback demo only',
    body: z.object({ identifier: z.string().max(254) }),
    answer: views.Session,
  },

  // reports
  reportBinFull: {
    method: 'post',
    path: '/auth/report-bin-full',
    roles: ['resident'],
    summary: 'Report the own bin as full',
    body: commands.ReportBinFull,
    status: 201,
    answer: z.object({
      report: views.Report,
      total: z.number(),
      threshold: z.number(),
      reportedCount: z.number(),
      position,
    }),
  },
  userReports: {
    method: 'get',
    path: '/auth/reports/user/:id',
    roles: ['resident', 'admin'],
    summary: "A resident's reports, newest first",
    params: id,
    answer: list('reports', views.Report),
  },
  activeReports: {
    method: 'get',
    path: '/auth/reports/active',
    roles: ['dispatcher', 'admin'],
    summary: 'Open reports of all zones, newest first',
    answer: list('reports', views.Report),
  },
  thresholdStatus: {
    method: 'get',
    path: '/auth/reports/threshold-status',
    roles: ['dispatcher', 'admin'],
    summary: 'How near each zone is to its collection',
    answer: views.ThresholdStatus,
  },

  // collections
  markReport: {
    method: 'patch',
    path: '/auth/reports/:id/status',
    roles: ['dispatcher'],
    summary: "Mark one report collected; its waste leaves with the zone's next load",
    params: id,
    body: commands.MarkReport,
    answer: z.object({ report: views.Report, position }),
  },

  scheduleCollection: {
    method: 'post',
    path: '/auth/dispatch/schedule',
    roles: ['dispatcher'],
    summary: "Schedule a zone's collection; once per zone and cycle",
    body: commands.ScheduleCollection,
    status: 201,
    answer: list('schedules', views.Schedule).extend({ position }),
  },
  schedules: {
    method: 'get',
    path: '/auth/schedules',
    roles: ['resident', 'dispatcher', 'admin'],
    summary: 'Open schedules and those that ended in the last 24 hours, newest start first; residents see their zone',
    query: z.object({ zone: z.enum(ZONES).optional() }),
    answer: list('schedules', views.Schedule),
  },
  changeSchedule: {
    method: 'patch',
    path: '/auth/schedules/:id/status',
    roles: ['dispatcher'],
    summary: 'Start, complete or cancel a schedule',
    params: id,
    body: commands.ChangeSchedule,
    answer: z.object({ schedule: views.Schedule, position }),
  },

  // notifications
  notifications: {
    method: 'get',
    path: '/auth/notifications',
    roles: 'any',
    summary: 'The newest 20 to the reader alone',
    query: z.object({ userId: z.string().max(80).optional() }),
    answer: list('notifications', views.Notification),
  },
  dispatcherNotifications: {
    method: 'get',
    path: '/auth/notifications/dispatcher',
    roles: ['dispatcher'],
    summary: 'The newest 20, not archived',
    answer: list('notifications', views.Notification),
  },
  archivedNotifications: {
    method: 'get',
    path: '/auth/notifications/dispatcher/archived',
    roles: ['dispatcher'],
    summary: 'The newest 20 archived',
    answer: list('notifications', views.Notification),
  },
  recyclerNotifications: {
    method: 'get',
    path: '/auth/notifications/recycler',
    roles: ['recycler'],
    summary: 'The newest 20, not archived',
    answer: list('notifications', views.Notification),
  },
  readNotification: {
    method: 'put',
    path: '/auth/notifications/:id/read',
    roles: 'any',
    summary: 'Mark a notification read',
    params: id,
    answer: z.object({ notification: views.Notification, position }),
  },
  archiveNotification: {
    method: 'put',
    path: '/auth/notifications/:id/archive',
    roles: 'any',
    summary: 'Archive a notification',
    params: id,
    answer: z.object({ notification: views.Notification, position }),
  },

  // fleet and sites
  vehicles: {
    method: 'get',
    path: '/fuel/vehicles',
    roles: ['dispatcher', 'admin'],
    summary: 'The fleet; with archived=1 the vehicles that were archived instead, the last one first',
    query: z.object({ archived: z.literal('1').optional() }),
    answer: list('vehicles', views.Vehicle),
  },
  sites: {
    method: 'get',
    path: '/auth/waste-sites',
    roles: ['dispatcher', 'recycler', 'admin'],
    summary: 'The dumping sites',
    answer: list('sites', views.Site),
  },
  site: {
    method: 'get',
    path: '/auth/waste-sites/:id',
    roles: ['dispatcher', 'recycler', 'admin'],
    summary: 'One dumping site',
    params: id,
    answer: z.object({ site: views.Site }),
  },
  markAllCollected: {
    method: 'patch',
    path: '/auth/reports/mark-all-collected',
    roles: ['dispatcher'],
    summary: 'Collect every open report and send the truck to the site',
    body: commands.MarkAllCollected,
    answer: z.object({ updatedCount: z.number(), message, deliveries: z.array(views.Delivery), position }),
  },
  completeByReports: {
    method: 'patch',
    path: '/auth/schedules/complete-by-reports',
    roles: ['dispatcher'],
    summary: 'Complete the schedules of the zones whose reports were collected',
    body: commands.CompleteByReports,
    answer: z.object({ message, completedSchedules: z.number(), zones: z.array(z.string()), position }),
  },
  reschedule: {
    method: 'put',
    path: '/auth/schedules/:id',
    roles: ['dispatcher'],
    summary: 'Move a schedule that has not begun',
    params: id,
    body: commands.Reschedule,
    answer: z.object({ schedule: views.Schedule, position }),
  },
  recommendation: {
    method: 'get',
    path: '/auth/dispatch/recommendation',
    roles: ['dispatcher', 'admin'],
    summary: 'What to schedule now, and why; a pure read',
    query: z.object({ trucks: z.coerce.number().int().min(0).max(1_000).optional() }),
    answer: views.Recommendation,
  },
  deliveries: {
    method: 'get',
    path: '/auth/deliveries',
    roles: ['dispatcher', 'recycler', 'admin'],
    summary: 'Deliveries that are under way, and those of the last 7 days, newest first',
    answer: list('deliveries', views.Delivery),
  },
  createDelivery: {
    method: 'post',
    path: '/auth/deliveries',
    roles: ['dispatcher'],
    summary: 'Send a truck to a site by hand',
    body: commands.CreateDelivery,
    status: 201,
    answer: z.object({ delivery: views.Delivery, position }),
  },
  moveDelivery: {
    method: 'patch',
    path: '/auth/deliveries/:id/status',
    roles: ['dispatcher', 'recycler'],
    summary: 'A delivery has set out, arrived or been unloaded',
    params: id,
    body: commands.MoveDelivery,
    answer: z.object({ delivery: views.Delivery, position }),
  },

  // fleet
  registerVehicle: {
    method: 'post',
    path: '/fuel/vehicles',
    roles: ['dispatcher'],
    summary: 'Add a vehicle',
    body: commands.RegisterVehicle,
    status: 201,
    answer: z.object({ message, vehicle: views.Vehicle, position }),
  },
  changeVehicle: {
    method: 'put',
    path: '/fuel/vehicles/:id',
    roles: ['dispatcher'],
    summary: 'Change a vehicle',
    params: id,
    body: commands.ChangeVehicle,
    answer: z.object({ message, vehicle: views.Vehicle, position }),
  },
  deleteVehicle: {
    method: 'delete',
    path: '/fuel/vehicles/:id',
    roles: ['dispatcher'],
    summary: 'Delete a vehicle that has no history',
    params: id,
    answer: z.object({ message, position }),
  },
  archiveVehicle: {
    method: 'post',
    path: '/fuel/vehicles/:id/archive',
    roles: ['dispatcher'],
    summary: 'Archive a vehicle: it keeps its history and takes part in nothing any more',
    params: id,
    answer: z.object({ message, position }),
  },
  refuel: {
    method: 'post',
    path: '/fuel/vehicles/refuel',
    roles: ['dispatcher'],
    summary: 'Record a refuelling',
    body: commands.Refuel,
    answer: z.object({ message, new_fuel_level: z.number(), fuel_percentage: z.number(), position }),
  },
  logTrip: {
    method: 'post',
    path: '/fuel/logs',
    roles: ['dispatcher'],
    summary: 'Log a trip',
    body: commands.LogTrip,
    status: 201,
    answer: z.object({ fuelLog: views.FuelLog, position }),
  },
  fuelLogs: {
    method: 'get',
    path: '/fuel/logs',
    roles: ['dispatcher', 'admin'],
    summary: 'Trips, newest first',
    query: z.object({
      vehicle_id: z.string().max(20).optional(),
      limit: z.coerce.number().int().min(1).max(1_000).default(100),
    }),
    answer: list('logs', views.FuelLog),
  },
  calculateConsumption: {
    method: 'post',
    path: '/fuel/calculate-consumption',
    roles: ['dispatcher'],
    summary: 'What a distance would cost a vehicle; changes nothing',
    body: commands.CalculateConsumption,
    answer: z.object({
      planned_fuel_consumption: z.number(),
      sufficient_fuel: z.boolean(),
      fuel_needed: z.number(),
      estimated_range_current: z.number(),
    }),
  },
  fuelAnalytics: {
    method: 'get',
    path: '/fuel/analytics',
    roles: ['dispatcher', 'admin'],
    summary: 'Fuel, distance and collections of the last 7, 30 or 90 days',
    query: z.object({ period: z.enum(['7', '30', '90']).default('7') }),
    answer: views.FuelAnalytics,
  },

  // sites
  updateComposition: {
    method: 'post',
    path: '/auth/waste-sites/:id/composition',
    roles: ['dispatcher'],
    summary: "Update a site's composition and load; the deliveries bound for it have arrived",
    params: id,
    body: commands.UpdateComposition,
    answer: z.object({
      success: z.literal(true),
      message,
      data: z.object({
        site_id: z.string(),
        composition: z.record(z.string(), z.number()),
        current_capacity: z.number(),
        timestamp: z.string(),
        has_image: z.boolean(),
      }),
      position,
    }),
  },
  compositionHistory: {
    method: 'get',
    path: '/auth/waste-compositions/history',
    roles: ['dispatcher', 'recycler', 'admin'],
    summary: 'What the sites held over time, newest first',
    query: z.object({ site_id: z.string().max(40).optional() }),
    answer: list('history', views.CompositionRecord),
  },

  // settings
  configuration: {
    method: 'get',
    path: '/auth/config',
    roles: ['dispatcher', 'recycler', 'admin'],
    summary: 'The configuration',
    answer: views.ConfigurationView.extend({ config: views.ConfigurationView }),
  },
  saveConfiguration: {
    method: 'post',
    path: '/auth/config',
    roles: ['dispatcher'],
    summary: 'Change the configuration; 409 names what somebody else changed since',
    body: commands.SaveConfiguration,
    answer: z.object({ message, config: views.ConfigurationView, position }),
  },

  // admin
  adminStats: {
    method: 'get',
    path: '/auth/admin/stats',
    roles: ['admin'],
    summary: 'Counts, sites and the health of the installation',
    answer: views.AdminStats,
  },
  adminUsers: {
    method: 'get',
    path: '/auth/admin/users',
    roles: ['admin'],
    summary: 'Users, a page at a time; sort by name, email, role, zone or createdAt',
    query: commands.Page,
    answer: page('users', views.AdminUser),
  },
  adminReports: {
    method: 'get',
    path: '/auth/admin/reports',
    roles: ['admin'],
    summary: 'Reports, newest first, a page at a time',
    query: commands.Page,
    answer: page('reports', views.AdminReport),
  },
  createStaff: {
    method: 'post',
    path: '/auth/admin/users',
    roles: ['admin'],
    summary: 'Create a member of staff; the one-time password is told once',
    body: commands.CreateStaff,
    status: 201,
    answer: z.object({ user: views.User, password: z.string(), position }),
  },
  changeUser: {
    method: 'patch',
    path: '/auth/admin/users/:id',
    roles: ['admin'],
    summary: "Change a user's role, zone or facility; ends their sessions",
    params: id,
    body: commands.ChangeUser,
    answer: z.object({ user: views.User, position }),
  },
  deleteUser: {
    method: 'delete',
    path: '/auth/admin/users/:id',
    roles: ['admin'],
    summary: 'Erase a user; not oneself, not the last admin',
    params: id,
    answer: z.object({ message, position }),
  },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
type Part<N extends EndpointName, K extends string> =
  (typeof endpoints)[N] extends Record<K, infer S extends z.ZodType> ? S : never

/** The body as a handler gets it, after validation. */
export type BodyOf<N extends EndpointName> = z.output<Part<N, 'body'>>
/** The body as a client may send it. */
export type RequestOf<N extends EndpointName> = z.input<Part<N, 'body'>>
/** The query, with its defaults. */
export type QueryOf<N extends EndpointName> = z.output<Part<N, 'query'>>
export type ParamsOf<N extends EndpointName> = z.output<Part<N, 'params'>>
export type AnswerOf<N extends EndpointName> = z.output<(typeof endpoints)[N]['answer']>
