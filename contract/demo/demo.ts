/** The demo accounts of the sign-in page, per role and zone. */
import type { Role, Zone } from '#domain/city.ts'

export interface DemoAccount {
  identifier: string
  label: string
  role: Role
  name: string
  email: string
  employeeId?: string
  zone?: Zone
  facility?: string
  /** Id of the driver's truck; absent for other roles. */
  vehicleId?: string
}

/**
 * The demo accounts.
 * Insert a new account before the last one, which marks the end of the simulated year in the log.
 */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    identifier: 'resident.ablekuma@test.com',
    label: 'Resident, Ablekuma North',
    role: 'resident',
    name: 'Ama Owusu',
    email: 'resident.ablekuma@test.com',
    zone: 'Ablekuma North',
  },
  {
    identifier: 'resident.ayawaso@test.com',
    label: 'Resident, Ayawaso West',
    role: 'resident',
    name: 'Kofi Mensah',
    email: 'resident.ayawaso@test.com',
    zone: 'Ayawaso West',
  },
  {
    identifier: 'DISP001',
    label: 'Dispatcher',
    role: 'dispatcher',
    name: 'Esi Boateng',
    email: 'dispatcher@test.com',
    employeeId: 'DISP001',
  },
  {
    identifier: 'REC001',
    label: 'Recycler',
    role: 'recycler',
    name: 'Yaw Asante',
    email: 'recycler@test.com',
    employeeId: 'REC001',
    facility: 'WS001',
  },
  {
    identifier: 'DRV001',
    label: 'Driver, T001',
    role: 'driver',
    name: 'Kojo Asare',
    email: 'driver@test.com',
    employeeId: 'DRV001',
    vehicleId: 'T001',
  },
  {
    identifier: 'DRV002',
    label: 'Driver, T002',
    role: 'driver',
    name: 'Efua Sarpong',
    email: 'driver.two@test.com',
    employeeId: 'DRV002',
    vehicleId: 'T002',
  },
  {
    identifier: 'ADMIN001',
    label: 'Admin',
    role: 'admin',
    name: 'Abena Darko',
    email: 'admin@test.com',
    employeeId: 'ADMIN001',
  },
  {
    identifier: 'AUD001',
    label: 'Auditor',
    role: 'auditor',
    name: 'Kwame Addo',
    email: 'auditor@test.com',
    employeeId: 'AUD001',
  },
]
