package dev.mulligan.store;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;

class PostgresStoreTest extends StoreContract {

    @BeforeAll
    static void server() {
        Postgres.assumed();
    }

    @Override
    String fresh(Path folder) {
        return Postgres.freshDatabase();
    }
}
