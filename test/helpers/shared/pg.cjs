// `sharedPackage` is of test/helpers/environment.ts.
module.exports = sharedPackage('pg');
