/** Request of the user form: residents have a zone, staff may have a facility. */
export interface UserChange {
  role: string
  zone: string
  facility: string
}

export function userChange({ role, zone, facility }: UserChange): Partial<UserChange> & Pick<UserChange, 'role'> {
  return role === 'resident' ? { role, zone } : { role, facility }
}
