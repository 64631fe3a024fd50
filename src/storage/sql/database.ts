/** TODO(house 3): names of before. */
export type { Area as Room, Database as SqlDatabase, Query, WatchedArea as WatchedRoom } from '../database';
