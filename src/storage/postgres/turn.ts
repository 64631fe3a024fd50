export { inTurn, takeTurn } from '../postgres';
