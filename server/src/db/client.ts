import pg from 'pg'
import { counted } from '../telemetry/points.ts'

/** `too_many_connections`: of the server, of this user, or of this database. */
const noneLeft = '53300'

function noteRefusal(error: unknown): void {
  if (error instanceof pg.DatabaseError && error.code === noneLeft) counted.connections_refused++
}

/** A connection that counts when the database had none left to give. The server opens no others. */
export class Client extends pg.Client {
  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    if (callback === undefined)
      return super.connect().catch((error: unknown) => {
        noteRefusal(error)
        throw error
      })
    super.connect((error: Error) => {
      noteRefusal(error)
      callback(error)
    })
    return undefined
  }
}
