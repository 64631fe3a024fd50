// `sharedPackage` is of test/helpers/environment.ts.
module.exports = sharedPackage('knex/lib/dialects/postgres');
