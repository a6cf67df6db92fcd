/** What is sent of the form that changes a user: a resident has a zone, staff may have a facility. */
export interface UserChange {
  role: string
  zone: string
  facility: string
}

export function userChange({ role, zone, facility }: UserChange): Partial<UserChange> & Pick<UserChange, 'role'> {
  return role === 'resident' ? { role, zone } : { role, facility }
}
