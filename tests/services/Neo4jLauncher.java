import java.nio.file.Path;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;

/** Runs a Neo4j server from a home folder with a neo4j.conf in it, until its standard input ends. */
public final class Neo4jLauncher {
    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        var service = new DatabaseManagementServiceBuilder(home)
                .loadPropertiesFromFile(home.resolve("neo4j.conf"))
                .build();
        Runtime.getRuntime().addShutdownHook(new Thread(service::shutdown));
        System.out.println("started");
        while (System.in.read() >= 0) {
        }
        System.exit(0);
    }
}
